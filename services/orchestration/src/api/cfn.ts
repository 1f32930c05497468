import { askCfn } from '@nimbo/contracts/orchestration/cfn'
import { answer } from '@nimbo/http/answer'
import { metadataOfResource } from '../app/resource-metadata.ts'
import { stackOfAgent } from '../app/stacks/find-stack.ts'
import { stackResources } from '../app/stacks/stack-resources.ts'
import { arnOf } from '../domain/stack-identity.ts'
import { keptUser } from '../domain/stack-user.ts'
import { errors } from '../errors.ts'
import { handle } from './handle.ts'
import { instant } from './stacks/stack-view.ts'

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escaped = (text: string): string => text.replaceAll(/[&<>]/g, (sign) => escapes[sign] ?? sign)

const xmlOf = (detail: Readonly<Record<string, string>>): string => {
  const fields = Object.entries(detail).map(([name, value]) => `<${name}>${escaped(value)}</${name}>`)
  const inner = `<DescribeStackResourceResult><StackResourceDetail>${fields.join('')}</StackResourceDetail></DescribeStackResourceResult>`
  return `<DescribeStackResourceResponse>${inner}</DescribeStackResourceResponse>`
}

const jsonOf = (detail: Readonly<Record<string, string>>): string =>
  JSON.stringify({
    DescribeStackResourceResponse: { DescribeStackResourceResult: { StackResourceDetail: detail } },
  })

/**
 * `DescribeStackResource` of AWS's CloudFormation API, for agents in servers: each can read only the resource that its user was
 * created for.
 */
export const cfn = handle(askCfn, async ({ app, ctx, query, request }) => {
  const params = Object.fromEntries(request.query)
  const signer = await app.checkSignature(ctx, { verb: request.method, params })
  if (!signer) throw errors.Forbidden({ rule: 'a request that nobody known has signed' })
  if (query.Action !== 'DescribeStackResource')
    throw errors.BadRequest({ message: `The action ${query.Action ?? ''} is not available` })
  const { StackName = '', LogicalResourceId: name = '' } = query
  const stack = await stackOfAgent(app, signer.projectId, StackName)
  const row = (await stackResources(app, stack)).find((one) => one.name === name)
  if (!row) throw errors.EntityNotFound({ entity: 'Resource', name })
  if (keptUser(row.data).id !== signer.userId)
    throw errors.Forbidden({ rule: 'a resource of another user of the stack' })
  const detail = {
    StackId: arnOf(stack),
    StackName: stack.name,
    LogicalResourceId: row.name,
    PhysicalResourceId: row.physical_id ?? '',
    ResourceType: row.type,
    ResourceStatus: `${row.action}_${row.status}`,
    ResourceStatusReason: row.status_reason,
    LastUpdatedTimestamp: instant(row.updated_at ?? row.created_at),
    Metadata: JSON.stringify(await metadataOfResource(app, stack, row)),
  }
  const isJson = query.ContentType === 'JSON'
  return answer(isJson ? jsonOf(detail) : xmlOf(detail), {
    headers: { 'content-type': isJson ? 'application/json' : 'application/xml' },
  })
})
