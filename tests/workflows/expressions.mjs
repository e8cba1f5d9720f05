// Evaluates GitHub's expressions with GitHub's own package: one JSON question per line, one JSON answer per line.
import { createInterface } from "node:readline";

const { data, Evaluator, Lexer, Parser } = await import(process.argv[2]);
const STATUS = ["success", "failure", "cancelled", "always"];

for await (const line of createInterface({ input: process.stdin })) {
  const { expression, contexts, status } = JSON.parse(line);
  let answer;
  try {
    const functions = STATUS.map((name) => ({ name, minArgs: 0, maxArgs: 0, call: () => new data.BooleanData(status[name]) }));
    const tree = new Parser(new Lexer(expression).lex().tokens, Object.keys(contexts), functions).parse();
    const known = JSON.parse(JSON.stringify(contexts), data.reviver);
    const value = new Evaluator(tree, known, new Map(functions.map((one) => [one.name, one]))).evaluate();
    answer = { value: JSON.parse(JSON.stringify(value, data.replacer)), text: value.coerceString() };
  } catch (error) {
    answer = { error: String(error.message) };
  }
  process.stdout.write(JSON.stringify(answer) + "\n");
}
