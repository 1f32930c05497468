import { also, either, flag, text } from './option.ts'

const setting = (help: string) => text('<value>', help)

/** Options that every command accepts, before or after its name. */
export const globalOptions = {
  osCloud: text('<cloud-config-name>', 'Cloud name in clouds.yaml (Env: OS_CLOUD)'),
  osAuthType: also(
    setting('Authentication type: password, token or v3applicationcredential'),
    '--os-auth-plugin',
  ),
  osAuthUrl: setting('Authentication URL (Env: OS_AUTH_URL)'),
  osUsername: setting("User's name (Env: OS_USERNAME)"),
  osUserId: setting("User's id"),
  osUserDomainName: setting("User's domain name"),
  osUserDomainId: setting("User's domain id"),
  osPassword: setting("User's password (Env: OS_PASSWORD)"),
  osToken: setting('Token to authenticate with'),
  osProjectName: also(setting('Project name to scope to'), '--os-tenant-name'),
  osProjectId: also(setting('Project ID to scope to'), '--os-tenant-id'),
  osProjectDomainName: setting('Domain name containing project'),
  osProjectDomainId: setting('Domain ID containing project'),
  osDomainName: setting('Domain name to scope to'),
  osDomainId: setting('Domain ID to scope to'),
  osDefaultDomain: setting('Default domain name for users and projects (used where none is given)'),
  osSystemScope: setting("Scope for system operations: 'all'"),
  osApplicationCredentialId: setting('Application credential ID'),
  osApplicationCredentialName: setting('Application credential name'),
  osApplicationCredentialSecret: setting('Application credential secret'),
  osRegionName: setting('Authentication region name (Env: OS_REGION_NAME)'),
  osInterface: also(setting('Endpoint interface: public, internal or admin'), '--os-endpoint-type'),
  osCacert: setting('CA certificate bundle file (Env: OS_CACERT)'),
  osComputeApiVersion: setting('Compute API version, default: 2.96'),
  osPlacementApiVersion: setting('Placement API version, default: 1.39'),
  osVolumeApiVersion: setting('Volume API version, default: the lowest that supports the request'),
  osIdentityApiVersion: setting('Accepted for compatibility; the Identity API version is always 3'),
  osImageApiVersion: setting('Accepted for compatibility; the Image API version is always 2'),
  osNetworkApiVersion: setting('Accepted for compatibility; the Network API version is always 2.0'),
  tls: either(
    { '--insecure': true, '--verify': false },
    "Skip or require verification of the server's certificate",
  ),
  debug: flag('Show each REST call as a curl command, and its response'),
  timing: flag('Accepted for compatibility; use --debug to see each call'),
  verbose: also(flag('Accepted for compatibility'), '-v'),
  quiet: also(flag('Accepted for compatibility'), '-q'),
}

/** The `--os-*` settings among the given global options, named as in clouds.yaml: `osAuthUrl` → `auth_url`. */
export const settingsIn = (
  given: ReadonlyMap<string, readonly string[]>,
): Record<string, string | undefined> =>
  Object.fromEntries(
    [...given]
      .filter(([key]) => key.startsWith('os'))
      .map(([key, words]) => [
        key
          .slice(2)
          .replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
          .slice(1),
        words.at(-1),
      ]),
  )
