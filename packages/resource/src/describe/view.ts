import type { Kind, Of } from './kind.ts'

/** Whether policy allows the caller a rule on a target. */
export type Allows = (rule: string, target: Readonly<Record<string, unknown>>) => boolean

/** A resource as its reader may see it. */
export type Shown<K extends Kind> = Partial<Of<K>> & Readonly<Record<string, unknown>>

export type View<K extends Kind> = (allows: Allows, resource: Of<K>) => Shown<K>

/** Attributes computed from others when shown, and not stored. */
export type Derived<K extends Kind> = {
  readonly [Name in keyof Of<K>]?: (resource: Of<K>) => Of<K>[Name]
}

/** Makes the view of resources for the requested `fields`; empty for all. */
export type Views<K extends Kind> = (fields: readonly string[], derived?: Derived<K>) => View<K>

interface ViewOptions {
  /** The policy rule for an attribute; undefined when everyone who sees the resource may see it. */
  readonly ruleOf: (attribute: string) => string | undefined
  /** Additional names of attributes, such as `tenant_id` for `project_id`. */
  readonly aliases: Readonly<Record<string, string>>
}

/** Creates the views of a kind. Which attributes have rules is determined once. */
export const viewsOf = <K extends Kind>(kind: K, { ruleOf, aliases }: ViewOptions): Views<K> => {
  const visible = Object.entries(kind.attributes).filter(([, { options }]) => options.shown !== false)
  const own = visible.map(([name, { options }]) => ({
    name,
    attribute: name,
    rule: options.shownTo ?? ruleOf(name),
    make: undefined,
  }))
  const others = Object.entries(aliases)
    .filter(([, attribute]) => Object.hasOwn(kind.attributes, attribute))
    .map(([name, attribute]) => ({ name, attribute, rule: undefined, make: undefined }))
  const all = [...own, ...others]
  return (fields, derived) => {
    const makers: Readonly<Record<string, ((resource: Of<K>) => unknown) | undefined>> = derived ?? {}
    const among = fields.length === 0 ? all : all.filter(({ name }) => fields.includes(name))
    const asked = derived ? among.map((each) => ({ ...each, make: makers[each.attribute] })) : among
    return (allows, resource) => {
      const values: Readonly<Record<string, unknown>> = resource
      const shown: Record<string, unknown> = {}
      for (const { name, attribute, rule, make } of asked)
        if (rule === undefined || allows(rule, values))
          shown[name] = make === undefined ? (values[attribute] ?? null) : make(resource)
      // Safe: each attribute is under its own name, or missing.
      return shown as Shown<K>
    }
  }
}
