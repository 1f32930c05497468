import type { TFunction } from 'i18next'
import type { Field } from '../panel/form-spec.ts'

/** The label of a field. */
export const titleOf = ({ name, label = name, title }: Field, t: TFunction): string =>
  title ?? t(`field.${label}`)
