import type { Picture } from './picture.ts'

/** A cloud of one cell in which there is nothing. */
export const samplePicture: Picture = {
  takenAt: Date.UTC(2026, 0, 1),
  cells: ['cell'],
  ...{ gaps: [], servers: [], mappings: [], buildRequests: [], requestSpecs: [], groupMembers: [] },
  ...{ flows: [], disks: [], nodes: [], allocations: [], ports: [], attachments: [], volumes: [] },
  ...{ bootVolumes: [], hosts: [] },
}
