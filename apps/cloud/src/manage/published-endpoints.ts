import type { AnyService } from '@nimbo/service/service'
import { readerOf, type Settings } from '../settings.ts'

/** The catalog of a cloud with a port per API: one URL for clients and one for services. */
export const publishedEndpoints = (
  services: readonly AnyService[],
  settings: Settings,
  { publicHost, internalHost }: { readonly publicHost: string; readonly internalHost: string },
) =>
  services.flatMap(({ name: service, catalog, roles }) => {
    const api = roles.find(({ kind, byRequest }) => kind === 'api' && !byRequest)
    return catalog.map(({ type, name, path, role }) => {
      const answering = roles.find((one) => one.name === role) ?? api
      const binding = answering?.binding(readerOf(settings, service))
      const scheme = binding?.tls === undefined ? 'http' : 'https'
      const port = binding?.port ?? 0
      const at = (host: string): string => `${scheme}://${host}:${port}${path}`
      return {
        serviceType: type,
        serviceName: name,
        urls: { public: at(publicHost), internal: at(internalHost), admin: at(internalHost) },
      }
    })
  })
