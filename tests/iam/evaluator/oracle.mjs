// Answers simulations with @cloud-copilot/iam-simulate. Each line of stdin is a JSON array of simulations in the package's own form; each
// line of stdout is an array of "Allowed", "ExplicitlyDenied", "ImplicitlyDenied" or {"error"}.
import { createInterface } from 'node:readline'
import { createValidatedPolicy, validateIdentityPolicy, validateResourcePolicy, validateTrustPolicy } from '@cloud-copilot/iam-policy'
import { runSimulation, runUnsafeSimulation } from '@cloud-copilot/iam-simulate'

// The package compares by locale with options, and V8 makes a collator each time. By the language's definition, this is the same.
const collators = new WeakMap()
const { localeCompare } = String.prototype
String.prototype.localeCompare = function (that, locales, options) {
  if (options === undefined || locales !== undefined) return localeCompare.call(this, that, locales, options)
  if (!collators.has(options)) collators.set(options, new Intl.Collator(undefined, options))
  return collators.get(options).compare(this, that)
}

// A policy is validated once, however many questions are about it.
const known = new Map()
function validated(policy, validate, errors) {
  const text = JSON.stringify(policy)
  if (!known.has(text)) known.set(text, createValidatedPolicy(policy, validate, { name: 'policy' }))
  const made = known.get(text)
  errors.push(...(made.errors ?? []))
  return made
}

async function answer(simulation) {
  const errors = []
  const identity = ({ name, policy }) => ({ name, policy: validated(policy, validateIdentityPolicy, errors) })
  const resourceValidator = simulation.request.action.startsWith('sts:') ? validateTrustPolicy : validateResourcePolicy
  const prepared = {
    ...simulation,
    identityPolicies: simulation.identityPolicies.map(identity),
    permissionBoundaryPolicies: simulation.permissionBoundaryPolicies?.map(identity),
    sessionPolicy: simulation.sessionPolicy && validated(simulation.sessionPolicy, validateIdentityPolicy, errors),
    resourcePolicy: simulation.resourcePolicy && validated(simulation.resourcePolicy, resourceValidator, errors),
    serviceControlPolicies: [],
    resourceControlPolicies: []
  }
  if (errors.length > 0) return { error: JSON.stringify(errors) }
  try {
    if (!simulation.sessionPolicy) return runUnsafeSimulation(prepared, {})
    // The quick way passes over session policies; the other one passes over context keys that AWS does not have.
    const result = await runSimulation(prepared, {})
    return result.resultType === 'error' ? { error: JSON.stringify(result.errors) } : result.overallResult
  } catch (error) {
    return { error: error.stack }
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(JSON.stringify(await Promise.all(JSON.parse(line).map(answer))) + '\n')
}
