import type { HorizonConfig } from '../config.ts'

/** A federated login. */
export interface SignOn {
  /** The protocol, or `provider:protocol`. */
  readonly id: string
  readonly label: string
}

const choiceForm = /^([\w.-]+(?:\/[\w.-]+)?)=(.+)$/

/**
 * Parses the `choices` option; invalid entries are ignored. The slash between provider and protocol becomes a colon, because the
 * id is one segment of a path.
 */
export const signOnsOf = ({ choices }: Pick<HorizonConfig['websso'], 'choices'>): readonly SignOn[] =>
  choices.flatMap((choice) => {
    const [, way, label] = choiceForm.exec(choice) ?? []
    return way === undefined || label === undefined
      ? []
      : [{ id: way.replace('/', ':'), label: label.trim() }]
  })

/** The Keystone URL that starts a federated login and returns to `origin`. */
export const signOnAddress = (keystoneUrl: string, { id }: SignOn, origin: string): string => {
  const [first = '', protocol] = id.split(':')
  const path =
    protocol === undefined ? `websso/${first}` : `identity_providers/${first}/protocols/${protocol}/websso`
  const root = keystoneUrl.replace(/\/+$/, '')
  return `${root}/auth/OS-FEDERATION/${path}?origin=${encodeURIComponent(origin)}`
}
