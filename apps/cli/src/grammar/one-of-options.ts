import { UsageError } from './usage-error.ts'

type Asked = Readonly<Record<string, unknown>>

const givenIn = (asked: Asked): readonly string[] =>
  Object.keys(asked).filter((name) => asked[name] !== undefined && asked[name] !== false)

/** Throws when more than one of the options is given: `{ '--project': project, '--domain': domain }`. */
export const refuseTwoOf = (asked: Asked): void => {
  const [first, second] = givenIn(asked)
  if (second !== undefined) throw new UsageError(`argument ${second}: not allowed with argument ${first}`)
}

/** Throws unless exactly one of the options is given. */
export const requireOneOf = (asked: Asked): void => {
  refuseTwoOf(asked)
  if (givenIn(asked).length === 0)
    throw new UsageError(`one of the arguments ${Object.keys(asked).join(' ')} is required`)
}
