import { either } from '../../grammar/option.ts'

/** The options of domains, projects and roles that prevent changes and deletion. */
export const immutability = {
  immutable: either(
    { '--immutable': true, '--no-immutable': false },
    'Protect it from changes and deletion, or lift this protection',
  ),
}

/** The member `options` of a body for {@link immutability}. */
export const optionsOf = (immutable: boolean | undefined) =>
  immutable === undefined ? undefined : { immutable }
