import type { ServiceHost } from './service-host.ts'

interface BootstrapEndpoint {
  /** For example `compute`. */
  readonly serviceType: string
  /** For example `nova`. */
  readonly serviceName: string
  readonly urls: Readonly<Record<'public' | 'internal' | 'admin', string>>
}

/** What a cloud needs before the first request. */
export interface Bootstrap {
  /** Names of the first user, project and role; `admin` by default. */
  readonly names?: { readonly user?: string; readonly project?: string; readonly role?: string }
  /** Set only when the first user is created. */
  readonly adminPassword: string
  /** All passwords were generated and are long, so expensive hashing would only slow the start. */
  readonly passwordsAreRandom?: true
  readonly region: string
  readonly endpoints: readonly BootstrapEndpoint[]
  readonly serviceUsers: readonly {
    readonly username: string
    readonly password: string
    /** Roles besides those of every service's account. */
    readonly roles?: readonly string[]
  }[]
}

/** Creates what is missing; when repeated, it updates endpoints and service passwords. */
export type BootstrapCloud = (
  host: Pick<ServiceHost, 'openDatabase' | 'clock'>,
  bootstrap: Bootstrap,
) => Promise<void>
