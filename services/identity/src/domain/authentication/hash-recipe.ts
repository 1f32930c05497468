import { UserError } from '@nimbo/kernel/user-error'

export const hashAlgorithms = ['bcrypt', 'scrypt', 'pbkdf2_sha512'] as const
export type HashAlgorithm = (typeof hashAlgorithms)[number]

/**
 * How passwords are hashed. `rounds` is the base-2 logarithm of the cost for bcrypt and scrypt, and the number of iterations for
 * PBKDF2.
 */
export interface HashRecipe {
  readonly algorithm: HashAlgorithm
  readonly rounds: number
}

/**
 * For generated passwords of 100 random bits or more, which cannot be found by brute force even with a fast hash. The shorter
 * time of a check reveals that the account exists, which is no secret for the accounts of services.
 */
export const forRandom: HashRecipe = { algorithm: 'scrypt', rounds: 4 }

const usualRounds: Readonly<Record<HashAlgorithm, number>> = { bcrypt: 12, scrypt: 14, pbkdf2_sha512: 60_000 }
const limits: Readonly<Record<HashAlgorithm, readonly [least: number, most: number]>> = {
  bcrypt: [4, 31],
  scrypt: [1, 20],
  pbkdf2_sha512: [1, 10_000_000],
}

/** The hash settings of `[identity]`. Throws if the algorithm does not support the number of rounds. */
export const recipeOf = (identity: {
  readonly password_hash_algorithm: HashAlgorithm
  readonly password_hash_rounds?: number | undefined
}): HashRecipe => {
  const algorithm = identity.password_hash_algorithm
  const rounds = identity.password_hash_rounds ?? usualRounds[algorithm]
  const [least, most] = limits[algorithm]
  if (rounds < least || rounds > most)
    throw new UserError(
      `[identity] password_hash_rounds: ${algorithm} takes ${least} to ${most}, not ${rounds}`,
    )
  return { algorithm, rounds }
}
