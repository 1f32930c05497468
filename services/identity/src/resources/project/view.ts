import type { ProjectView } from '@nimbo/contracts/identity/projects'
import type { IdentityApp } from '../../app/identity-app.ts'
import type { Project } from '../../domain/records.ts'
import { withSelf } from '../../api/links.ts'

/** A project as the API returns it. */
export const projectView = (
  base: string,
  { extra, ...project }: Project,
  tags: readonly string[] = [],
): ProjectView => withSelf(`${base}/v3/projects/${project.id}`, { ...extra, ...project, tags: [...tags] })

/** Views of projects with their tags. */
export const projectViews = async (
  app: IdentityApp,
  base: string,
  projects: readonly Project[],
): Promise<ProjectView[]> => {
  const tags = await app.projects.tags(projects.map(({ id }) => id))
  return projects.map((project) => projectView(base, project, tags.get(project.id)))
}
