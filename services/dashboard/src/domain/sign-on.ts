import type { HorizonConfig } from '../config.ts'

/** A way to sign in with an identity provider. */
export interface SignOn {
  /** As identity's path has it: a protocol, or provider and protocol. */
  readonly id: string
  readonly label: string
}

const choiceForm = /^([\w.-]+(?:\/[\w.-]+)?)=(.+)$/

/** The choices of the configuration; what is no choice is left out. Ids are one word of a path: a colon stands for the slash. */
export const signOnsOf = ({ choices }: Pick<HorizonConfig['websso'], 'choices'>): readonly SignOn[] =>
  choices.flatMap((choice) => {
    const [, way, label] = choiceForm.exec(choice) ?? []
    return way === undefined || label === undefined
      ? []
      : [{ id: way.replace('/', ':'), label: label.trim() }]
  })

/** Where identity begins a sign-on that comes back to `origin`. */
export const signOnAddress = (keystoneUrl: string, { id }: SignOn, origin: string): string => {
  const [first = '', protocol] = id.split(':')
  const path =
    protocol === undefined ? `websso/${first}` : `identity_providers/${first}/protocols/${protocol}/websso`
  const root = keystoneUrl.replace(/\/+$/, '')
  return `${root}/auth/OS-FEDERATION/${path}?origin=${encodeURIComponent(origin)}`
}
