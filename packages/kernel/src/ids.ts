import { randomUUID } from 'node:crypto'

/** A string type for ids of one kind; different kinds cannot be confused. */
export type Brand<Kind extends string> = string & { readonly __kind: Kind }

export type ServerId = Brand<'server'>
export type ImageId = Brand<'image'>
export type VolumeId = Brand<'volume'>
export type AttachmentId = Brand<'attachment'>
export type ProviderId = Brand<'resource-provider'>
export type FlowId = Brand<'flow'>

const uuidPattern = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i

/** A random UUID with dashes. */
export const newId = <Id extends Brand<string>>(): Id => randomUUID() as unknown as Id

/** A random UUID without dashes, as Keystone uses for users, projects and roles. */
export const newHexId = <Id extends Brand<string>>(): Id => randomUUID().replaceAll('-', '') as unknown as Id

/** Whether `text` is a UUID, with or without dashes. */
export const isUuid = (text: string): boolean => uuidPattern.test(text)
