import { content } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { open } from '@nimbo/operation/target'
import { words } from './words.ts'

/**
 * The AWS-compatible API for agents in servers. It accepts only EC2 credentials of a user that a stack created, and only for that
 * user's own resource.
 */
export const askCfn = operation({
  id: 'cfn.describe_stack_resource',
  method: 'GET',
  path: '/v1',
  summary: 'Ask what a resource is, as AWS has it: the action DescribeStackResource',
  on: open('the signature of the request says who asks'),
  query: words(
    ...(['Action', 'StackName', 'LogicalResourceId', 'AWSAccessKeyId', 'Signature'] as const),
    ...(['SignatureMethod', 'SignatureVersion', 'Timestamp', 'Version', 'ContentType'] as const),
  ),
  replies: { 200: content('application/xml') },
  errors: ['EntityNotFound', 'BadRequest', 'Forbidden'],
})
