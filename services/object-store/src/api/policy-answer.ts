/** Thrown where a request that only asks whether it would be allowed has been allowed. */
export class PolicyAnswer extends Error {
  override readonly name = 'PolicyAnswer'
}
