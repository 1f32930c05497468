import { UserError } from '@nimbo/kernel/user-error'

export const hashAlgorithms = ['bcrypt', 'scrypt', 'pbkdf2_sha512'] as const
export type HashAlgorithm = (typeof hashAlgorithms)[number]

/** How passwords are hashed: 2 to the power of `rounds` of bcrypt and scrypt, just so many of PBKDF2. */
export interface HashRecipe {
  readonly algorithm: HashAlgorithm
  readonly rounds: number
}

/**
 * For a password of a hundred random bits and more: nobody can try them all, however quick each trial is. That it is checked sooner
 * than another tells that the user exists, which is no secret of a cloud's own accounts.
 */
export const forRandom: HashRecipe = { algorithm: 'scrypt', rounds: 4 }

const usualRounds: Readonly<Record<HashAlgorithm, number>> = { bcrypt: 12, scrypt: 14, pbkdf2_sha512: 60_000 }
const limits: Readonly<Record<HashAlgorithm, readonly [least: number, most: number]>> = {
  bcrypt: [4, 31],
  scrypt: [1, 20],
  pbkdf2_sha512: [1, 10_000_000],
}

/** The recipe of a configuration; refuses rounds that its algorithm has no sense for. */
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
