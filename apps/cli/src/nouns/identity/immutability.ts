import { either } from '../../grammar/option.ts'

/** The option that domains, projects and roles have: what is immutable is neither changed nor deleted. */
export const immutability = {
  immutable: either(
    { '--immutable': true, '--no-immutable': false },
    'Whether it can neither be changed nor deleted',
  ),
}

/** The member of a body that {@link immutability} stands for. */
export const optionsOf = (immutable: boolean | undefined) =>
  immutable === undefined ? undefined : { immutable }
