// Answers questions about IAM policies: a JSON array of simulations on stdin, an array of "Allowed", "…Denied" or {"error"} on stdout.
import { readFileSync } from 'node:fs'
import { runSimulation } from '@cloud-copilot/iam-simulate'

const answers = []
for (const simulation of JSON.parse(readFileSync(0, 'utf8'))) {
  const answer = await runSimulation(simulation, {})
  answers.push(answer.resultType === 'error' ? { error: JSON.stringify(answer.errors) } : answer.overallResult)
}
process.stdout.write(JSON.stringify(answers))
