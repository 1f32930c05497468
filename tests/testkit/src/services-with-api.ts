import assert from 'node:assert/strict'
import { type CloudService, services } from '@nimbo/cloud/services'
import type { Handler } from '@nimbo/http/message'

/** The services of a cloud with one API replaced by a double; `double` receives the real API. */
export const servicesWithApi = (name: string, double: (api: Handler) => Handler): readonly CloudService[] =>
  services.map(
    (service: CloudService): CloudService => ({
      ...service,
      roles: service.roles.map((role) =>
        role.name !== name
          ? role
          : {
              ...role,
              start: async (host, start) => {
                const running = await role.start(host, start)
                assert.ok(running.api)
                return { ...running, api: double(running.api) }
              },
            },
      ),
    }),
  )
