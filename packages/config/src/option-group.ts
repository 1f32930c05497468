import type { Option } from './option.ts'

export type Options = Readonly<Record<string, Option>>

/** A section of the configuration file with some of its options. */
export interface OptionGroup<Name extends string = string, O extends Options = Options> {
  readonly name: Name
  readonly options: O
}

/**
 * A section and its options, defined beside the code that uses them:
 *
 * ```ts
 * export const schedulerOptions = defineOptions('scheduler', {
 *   max_attempts: integer({ default: 3, min: 1, help: 'How many hosts to try before a server fails.' }),
 * })
 * ```
 * The same section may be defined in several places; each adds its options.
 */
export const defineOptions = <const Name extends string, const O extends Options>(
  name: Name,
  options: O,
): OptionGroup<Name, O> => ({ name, options })

/** The loaded values of one group; code that needs only one section should take this type. */
export type GroupValues<Group extends OptionGroup> = {
  readonly [Key in keyof Group['options']]: Group['options'][Key] extends Option<infer Value> ? Value : never
}

type Together<Union> = (Union extends unknown ? (part: Union) => void : never) extends (
  whole: infer All,
) => void
  ? All
  : never

type ValuesOf<Group extends OptionGroup> = Group extends OptionGroup ? GroupValues<Group> : never

/** A loaded configuration, by section and option. */
export type Config<Group extends OptionGroup> = {
  readonly [Name in Group['name']]: Together<ValuesOf<Extract<Group, { readonly name: Name }>>>
}
