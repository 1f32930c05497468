/** A policy that can't be enforced as written: raised when it is loaded, never while a request is judged. */
export class PolicyError extends Error {
  override readonly name = 'PolicyError'
}
