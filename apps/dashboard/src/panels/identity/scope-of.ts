import { type Item, textAt } from '../../panel/item.ts'

/** The name of the project or domain of a role assignment. */
export const scopeOf = (one: Item): string =>
  textAt(one, 'scope.project.name') ||
  textAt(one, 'scope.domain.name') ||
  (textAt(one, 'scope.system') ? 'system' : '')
