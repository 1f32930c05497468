import { column } from '../../panel/column.ts'
import { acrossProjects } from '../across-projects.ts'
import { images } from './images.ts'

export const adminImages = acrossProjects(images, {
  owner: [column('owner', { look: 'reference', to: 'projects' })],
  query: { visibility: 'all' },
})
