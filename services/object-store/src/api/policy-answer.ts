/** Thrown when a request that only asks whether it would be allowed has passed all access checks. */
export class PolicyAnswer extends Error {
  override readonly name = 'PolicyAnswer'
}
