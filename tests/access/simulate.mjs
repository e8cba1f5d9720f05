// Answers questions about IAM policies. Each line of stdin is a JSON object: `identityPolicies` and `resourcePolicies`, and `simulations`, each
// with the number of its resource policy, if any. Each line of stdout is an array of "Allowed", "…Denied" or {"error"}.
import { createInterface } from 'node:readline'
import { createValidatedPolicy, validateIdentityPolicy, validateResourcePolicy } from '@cloud-copilot/iam-policy'
import { runSimulation, runUnsafeSimulation } from '@cloud-copilot/iam-simulate'

// The simulator compares by locale, with options, thousands of times, and V8 makes a collator each time: half of all the work. By the
// language's definition, this is the same.
const collators = new WeakMap()
const { localeCompare } = String.prototype
String.prototype.localeCompare = function (that, locales, options) {
  if (options === undefined || locales !== undefined) return localeCompare.call(this, that, locales, options)
  if (!collators.has(options)) collators.set(options, new Intl.Collator(undefined, options))
  return collators.get(options).compare(this, that)
}

// Policies are checked once, not for each of the thousands of questions about them.
function validated(policies, validate, kind) {
  return policies.map((policy, number) => createValidatedPolicy(policy, validate, { name: `${kind}${number}` }))
}

// Keeps context keys that the simulator's tables don't list.
function verbatim(simulation) {
  const policies = [simulation.resourcePolicy, ...simulation.identityPolicies.map((one) => one.policy)]
  const errors = policies.flatMap((policy) => policy?.errors ?? [])
  return errors.length > 0 ? { error: JSON.stringify(errors) } : runUnsafeSimulation(simulation, {})
}

// Action, resource and context keys of a question → those of the keys that IAM passes over. Whether such a question can be asked at all
// depends on no policy, and takes longer to find out than the answer.
const understood = new Map()

async function listed(simulation) {
  const { action, resource, contextVariables } = simulation.request
  const form = JSON.stringify([action, resource.resource, Object.keys(contextVariables)])
  if (understood.has(form)) {
    const passedOver = understood.get(form)
    const kept = Object.entries(contextVariables).filter(([key]) => !passedOver.includes(key))
    return verbatim({ ...simulation, request: { ...simulation.request, contextVariables: Object.fromEntries(kept) } })
  }
  const answer = await runSimulation(simulation, {})
  if (answer.resultType === 'error') return { error: JSON.stringify(answer.errors) }
  if (!resource.resource.includes('*')) understood.set(form, answer.result.ignoredContextKeys)
  return answer.overallResult
}

async function answer({ verbatimContext, ...simulation }) {
  try {
    return verbatimContext ? verbatim(simulation) : await listed(simulation)
  } catch (error) {
    return { error: error.stack }
  }
}

async function answers({ identityPolicies, resourcePolicies, simulations }) {
  const identity = validated(identityPolicies, validateIdentityPolicy, 'policy').map((policy) => ({ name: policy.metadata.name, policy }))
  const resource = validated(resourcePolicies, validateResourcePolicy, 'resourcePolicy')
  const found = []
  for (const { resourcePolicy, ...simulation } of simulations) {
    const policies = { identityPolicies: identity, serviceControlPolicies: [], resourceControlPolicies: [] }
    found.push(await answer({ ...simulation, ...policies, ...(resourcePolicy !== null && { resourcePolicy: resource[resourcePolicy] }) }))
  }
  return found
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(JSON.stringify(await answers(JSON.parse(line))) + '\n')
}
