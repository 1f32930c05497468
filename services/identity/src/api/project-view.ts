import type { Project } from '../domain/records.ts'
import { withSelf } from './links.ts'

/** A project as clients see it. */
export const projectView = (base: string, project: Project, tags: readonly string[] = []) => {
  const { extra, ...own } = project
  return withSelf(`${base}/v3/projects/${project.id}`, { ...own, ...extra, tags })
}
