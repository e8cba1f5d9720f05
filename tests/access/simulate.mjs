// Answers questions about IAM policies: each line of stdin is a JSON array of simulations, each line of stdout an array of
// "Allowed", "…Denied" or {"error"}.
import { createInterface } from 'node:readline'
import { createValidatedPolicy, validateResourcePolicy } from '@cloud-copilot/iam-policy'
import { runSimulation, runUnsafeSimulation } from '@cloud-copilot/iam-simulate'

// Keeps context keys that the simulator's tables don't list; it needs the resource policy to carry a name.
function verbatim(simulation) {
  const policy = createValidatedPolicy(simulation.resourcePolicy, validateResourcePolicy, { name: 'resourcePolicy' })
  if (policy.errors.length > 0) return { error: JSON.stringify(policy.errors) }
  return runUnsafeSimulation({ ...simulation, resourcePolicy: policy }, {})
}

async function listed(simulation) {
  const answer = await runSimulation(simulation, {})
  return answer.resultType === 'error' ? { error: JSON.stringify(answer.errors) } : answer.overallResult
}

async function answer({ verbatimContext, ...simulation }) {
  try {
    return verbatimContext ? verbatim(simulation) : await listed(simulation)
  } catch (error) {
    return { error: error.stack }
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const answers = []
  for (const simulation of JSON.parse(line)) answers.push(await answer(simulation))
  process.stdout.write(JSON.stringify(answers) + '\n')
}
