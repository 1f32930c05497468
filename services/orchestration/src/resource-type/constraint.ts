import { linearPattern } from './linear-pattern.ts'

/** A constraint of a value, as data. A `custom` one may name an entity of a service, given by name or id; handlers get its id. */
export type Constraint =
  | { readonly kind: 'range'; readonly min?: number; readonly max?: number }
  | { readonly kind: 'length'; readonly min?: number; readonly max?: number }
  | { readonly kind: 'allowed'; readonly values: readonly (string | number | boolean)[] }
  | { readonly kind: 'pattern'; readonly pattern: string }
  | { readonly kind: 'modulo'; readonly step: number; readonly offset: number }
  | { readonly kind: 'custom'; readonly name: string }

interface Bounds {
  readonly min?: number
  readonly max?: number
}

export const range = (bounds: Bounds): Constraint => ({ kind: 'range', ...bounds })
export const length = (bounds: Bounds): Constraint => ({ kind: 'length', ...bounds })

export const allowed = (values: readonly (string | number | boolean)[]): Constraint => ({
  kind: 'allowed',
  values,
})

/** A custom constraint by its name in templates: `neutron.network`, `ip_addr`. */
export const custom = (name: string): Constraint => ({ kind: 'custom', name })

const bounded = (subject: string, { min, max }: Bounds, unit = ''): string => {
  const least = min === undefined ? '' : String(min)
  const most = max === undefined ? '' : String(max)
  return `${subject} is out of ${unit}range (min: ${least || 'None'}, max: ${most || 'None'})`
}

const isOutside = (size: number, { min, max }: Bounds): boolean =>
  (min !== undefined && size < min) || (max !== undefined && size > max)

const sizeOf = (value: unknown): number | undefined => {
  if (typeof value === 'string' || Array.isArray(value)) return value.length
  return typeof value === 'object' && value !== null ? Object.keys(value).length : undefined
}

/** Checks a constraint that needs no request to a service; returns what is wrong, or undefined. */
export const brokenBy = (constraint: Constraint, value: unknown): string | undefined => {
  switch (constraint.kind) {
    case 'range':
      return typeof value === 'number' && isOutside(value, constraint)
        ? bounded(String(value), constraint)
        : undefined
    case 'length': {
      const size = sizeOf(value)
      return size !== undefined && isOutside(size, constraint)
        ? bounded(`length (${size})`, constraint)
        : undefined
    }
    case 'allowed':
      return strangers(constraint.values, value)
    case 'pattern':
      return typeof value === 'string' && !linearPattern(`^(?:${constraint.pattern})$`).foundIn(value)
        ? `"${value}" does not match pattern "${constraint.pattern}"`
        : undefined
    case 'modulo':
      return typeof value === 'number' && value % constraint.step !== constraint.offset
        ? `${value} is not a multiple of ${constraint.step} with an offset of ${constraint.offset}`
        : undefined
    case 'custom':
      return undefined
  }
}

const strangers = (values: readonly unknown[], value: unknown): string | undefined => {
  const strange = (Array.isArray(value) ? value : [value]).filter((one) => !values.includes(one))
  return strange.length === 0
    ? undefined
    : `${strange.map((one) => JSON.stringify(one)).join(', ')} is not an allowed value ${JSON.stringify(values)}`
}
