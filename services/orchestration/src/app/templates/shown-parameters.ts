import { textOf } from '../../language/value.ts'
import type { Blueprint } from './blueprint.ts'

/** The parameters of a stack as texts, with hidden ones masked. */
export const shownParameters = ({ template, parameters }: Blueprint): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [
      name,
      template.parameters.get(name)?.hidden
        ? '******'
        : typeof value === 'object' && Array.isArray(value)
          ? value.join(',')
          : textOf(value),
    ]),
  )
