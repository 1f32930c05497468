import type { Picture } from './picture.ts'

/** An empty cloud with one cell. */
export const samplePicture: Picture = {
  takenAt: Date.UTC(2026, 0, 1),
  cells: ['cell'],
  ...{ gaps: [], servers: [], mappings: [], buildRequests: [], requestSpecs: [], groupMembers: [] },
  ...{
    flows: [],
    disks: [],
    devices: [],
    migrations: [],
    nodes: [],
    allocations: [],
    ports: [],
    attachments: [],
    volumes: [],
  },
  ...{ bootVolumes: [], hosts: [] },
}
