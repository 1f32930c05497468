import { empty, nullable, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { found, given, ownProject } from '@nimbo/operation/target'
import { type Static, Type } from 'typebox'
import { Token } from './tokens.ts'
import { Id, pageLinks, Self } from './words.ts'

const Shown = view({
  access: Type.String(),
  secret: Type.String(),
  user_id: Type.String(),
  tenant_id: nullable(Type.String()),
  trust_id: nullable(Type.String()),
  links: Self,
})
export type Ec2CredentialView = Static<typeof Shown>

const collection = '/v3/users/{user_id}/credentials/OS-EC2'
const path = '/v3/users/{user_id}/credentials/OS-EC2/{access_id}'
const errors = ['NotFound', 'Forbidden']

export const createEc2Credential = operation({
  id: 'ec2_credentials.create',
  method: 'POST',
  path: collection,
  summary: 'Create a key for signing requests in a project',
  rule: 'identity:ec2_create_credential',
  on: given,
  body: Type.Object({ tenant_id: Type.Optional(Id) }),
  replies: { 201: view({ credential: Shown }) },
  errors,
})

export const listEc2Credentials = operation({
  id: 'ec2_credentials.list',
  method: 'GET',
  path: collection,
  summary: 'List the keys that a user signs requests with',
  rule: 'identity:ec2_list_credentials',
  on: found('user'),
  replies: { 200: view({ credentials: Type.Array(Shown), ...pageLinks }) },
  errors,
})

export const showEc2Credential = operation({
  id: 'ec2_credentials.show',
  method: 'GET',
  path,
  summary: 'Show a key that a user signs requests with',
  rule: 'identity:ec2_get_credential',
  on: found('ec2_credential'),
  replies: { 200: view({ credential: Shown }) },
  errors,
})

export const deleteEc2Credential = operation({
  id: 'ec2_credentials.delete',
  method: 'DELETE',
  path,
  summary: 'Delete a key that a user signs requests with',
  rule: 'identity:ec2_delete_credential',
  on: found('ec2_credential'),
  replies: { 204: empty },
  errors,
})

/** A signed request, under any of the names that clients use. */
const Signed = Type.Object(
  {
    access: Type.Optional(Type.String({ maxLength: 255 })),
    signature: Type.Optional(Type.String({ maxLength: 1024 })),
    /** Base64 of the signed text, for requests to object storage. */
    token: Type.Optional(Type.String({ maxLength: 65_536 })),
    host: Type.Optional(Type.String({ maxLength: 1024 })),
    verb: Type.Optional(Type.String({ maxLength: 16 })),
    path: Type.Optional(Type.String({ maxLength: 8192 })),
    params: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    headers: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    body_hash: Type.Optional(Type.String({ maxLength: 128 })),
  },
  { additionalProperties: true },
)
export type SignedView = Static<typeof Signed>

const body = Type.Object({
  credentials: Type.Optional(Signed),
  credential: Type.Optional(Signed),
  ec2Credentials: Type.Optional(Signed),
})

export const checkEc2Signature = operation({
  id: 'ec2_tokens.create',
  method: 'POST',
  path: '/v3/ec2tokens',
  summary: 'Check the signature of a request, and get a token of its signer',
  rule: 'identity:ec2tokens_validate',
  on: ownProject,
  body,
  replies: { 200: view({ token: Token }) },
  errors: ['Unauthorized', 'BadSignature'],
})

export const checkS3Signature = operation({
  ...checkEc2Signature,
  id: 's3_tokens.create',
  path: '/v3/s3tokens',
  summary: 'Check the signature of a request to object storage, and tell who signed it',
  rule: 'identity:s3tokens_validate',
})
