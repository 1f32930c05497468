import { nullable } from '@nimbo/operation/content'
import { type Static, Type } from 'typebox'

const counts = Type.Object({
  octets: Type.Integer(),
  packets: Type.Integer(),
  errors: Type.Integer(),
  drops: Type.Integer(),
})

/** A guest's statistics since its start. */
export const diagnostics = Type.Object({
  driver: Type.String(),
  hypervisor: Type.String(),
  hypervisorOs: Type.String(),
  uptimeSeconds: nullable(Type.Integer()),
  memory: Type.Object({ maximumMb: Type.Integer(), usedMb: nullable(Type.Integer()) }),
  cpus: Type.Array(Type.Object({ id: Type.Integer(), timeNs: Type.Integer() })),
  nics: Type.Array(Type.Object({ device: Type.String(), macAddress: Type.String(), rx: counts, tx: counts })),
  disks: Type.Array(
    Type.Object({
      device: Type.String(),
      readBytes: Type.Integer(),
      readRequests: Type.Integer(),
      writeBytes: Type.Integer(),
      writeRequests: Type.Integer(),
      errors: Type.Integer(),
    }),
  ),
})
export type HostDiagnostics = Static<typeof diagnostics>
