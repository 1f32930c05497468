import type { AnyService } from '@nimbo/service/service'

/** The endpoints in identity's catalog for a cloud with one port: the same URL for every interface. */
export const mountedEndpoints = (services: readonly AnyService[], url: string) =>
  services.flatMap(({ mount, catalog, roles }) =>
    catalog.map(({ type, name, mountedPath, role }) => {
      const apart = roles.find((one) => one.name === role)?.mount
      const address = `${url}${apart ?? mount}${mountedPath}`
      return {
        serviceType: type,
        serviceName: name,
        urls: { public: address, internal: address, admin: address },
      }
    }),
  )

/** The URL of each service at its newest version, by service type. */
export const clientEndpoints = (
  services: readonly AnyService[],
  url: string,
): Readonly<Record<string, string>> =>
  Object.fromEntries(services.map(({ type, mount, version }) => [type, `${url}${mount}${version}`]))
