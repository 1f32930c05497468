import type { TFunction } from 'i18next'
import type { Field } from '../panel/form-spec.ts'

/** What a field is called. */
export const titleOf = ({ name, label = name, title }: Field, t: TFunction): string =>
  title ?? t(`field.${label}`)
