/** What identifies a stack besides its id. */
interface Identified {
  readonly id: string
  readonly name: string
  readonly project_id: string
}

/** `arn:openstack:heat::PROJECT:stacks/NAME/ID`: the stack identifier in templates and in AWS's API. */
export const arnOf = ({ id, name, project_id }: Identified): string =>
  `arn:openstack:heat::${project_id}:stacks/${name}/${id}`

/** The path of a stack below the API's root. */
export const stackPath = ({ id, name, project_id }: Identified): string =>
  `/v1/${project_id}/stacks/${encodeURIComponent(name)}/${id}`
