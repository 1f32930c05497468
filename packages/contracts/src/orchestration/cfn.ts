import { content } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { open } from '@nimbo/operation/target'
import { words } from './words.ts'

/** What agents in servers ask of AWS's API: with a key of a user that their stack made, and nothing but what their resource is. */
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
