/** An invalid policy: thrown when it is loaded, never during a request. */
export class PolicyError extends Error {
  override readonly name = 'PolicyError'
}
