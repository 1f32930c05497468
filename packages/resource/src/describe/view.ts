import type { Kind, Of } from './kind.ts'

/** Whether the caller may do what a rule guards to a target. */
export type Allows = (rule: string, target: Readonly<Record<string, unknown>>) => boolean

/** A resource as its reader may see it. */
export type Shown<K extends Kind> = Partial<Of<K>> & Readonly<Record<string, unknown>>

export type View<K extends Kind> = (allows: Allows, resource: Of<K>) => Shown<K>

/** What follows from the rest of a resource, by attribute: it is made where it is shown, and kept nowhere. */
export type Derived<K extends Kind> = {
  readonly [Name in keyof Of<K>]?: (resource: Of<K>) => Of<K>[Name]
}

/** How resources are shown of which `fields` are asked for; all of them when it is empty. */
export type Views<K extends Kind> = (fields: readonly string[], derived?: Derived<K>) => View<K>

interface ViewOptions {
  /** The rule that decides who sees an attribute; undefined where all do who see the resource. */
  readonly ruleOf: (attribute: string) => string | undefined
  /** Further names under which attributes are shown: `tenant_id` for `project_id`. */
  readonly aliases: Readonly<Record<string, string>>
}

/** How resources of one kind are shown. Which attributes have rules is found out once, for every reply shows many. */
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
      // Each attribute under its own name, or none.
      return shown as Shown<K>
    }
  }
}
