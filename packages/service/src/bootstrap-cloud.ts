import type { ServiceHost } from './service-host.ts'

interface BootstrapEndpoint {
  /** `compute` */
  readonly serviceType: string
  /** `nova` */
  readonly serviceName: string
  readonly urls: Readonly<Record<'public' | 'internal' | 'admin', string>>
}

/** What a cloud needs to exist before anyone can ask for anything. */
export interface Bootstrap {
  /** Of the first user, project and role: `admin` unless given. */
  readonly names?: { readonly user?: string; readonly project?: string; readonly role?: string }
  /** Set when the first user is made, and never again. */
  readonly adminPassword: string
  /** All passwords here were made up and are long: hashing them dearly would protect nothing, and each start would wait for it. */
  readonly passwordsAreRandom?: true
  readonly region: string
  readonly endpoints: readonly BootstrapEndpoint[]
  readonly serviceUsers: readonly {
    readonly username: string
    readonly password: string
    /** Besides those that all services' accounts have. */
    readonly roles?: readonly string[]
  }[]
}

/** Makes what is missing; run again, it brings addresses and service passwords up to date. */
export type BootstrapCloud = (
  host: Pick<ServiceHost, 'openDatabase' | 'clock'>,
  bootstrap: Bootstrap,
) => Promise<void>
