import { defineErrors, fault } from '@nimbo/kernel/errors'

type Why = { readonly reason: string }
const why = ({ reason }: Why): string => reason

/** The errors of the S3 API, with S3's error codes. */
export const s3Errors = defineErrors({
  AccessDenied: fault('forbidden', 'Access Denied.'),
  AuthorizationHeaderMalformed: fault<Why>('badRequest', why),
  AuthorizationQueryParametersError: fault<Why>('badRequest', why),
  BadDigest: fault(
    'badRequest',
    'The Content-MD5 or checksum value you specified did not match what we received.',
  ),
  BucketAlreadyOwnedByYou: fault(
    'conflict',
    'Your previous request to create the named bucket succeeded and you already own it.',
  ),
  BucketNotEmpty: fault('conflict', 'The bucket you tried to delete is not empty.'),
  EntityTooLarge: fault('badRequest', 'Your proposed upload exceeds the maximum allowed object size.'),
  EntityTooSmall: fault(
    'badRequest',
    'Your proposed upload is smaller than the minimum allowed object size.',
  ),
  ExpiredRequest: fault('forbidden', 'Request has expired.'),
  IncompleteBody: fault(
    'badRequest',
    'You did not provide the number of bytes specified by the Content-Length HTTP header.',
  ),
  InvalidArgument: fault<Why>('badRequest', why),
  InvalidBucketName: fault('badRequest', 'The specified bucket is not valid.'),
  InvalidDigest: fault('badRequest', 'The Content-MD5 or checksum you specified was invalid.'),
  InvalidLocationConstraint: fault('badRequest', 'The specified location-constraint is not valid.'),
  InvalidPart: fault(
    'badRequest',
    'One or more of the specified parts could not be found. The part might not have been uploaded, or the specified entity tag might not have matched the part’s entity tag.',
  ),
  InvalidPartOrder: fault(
    'badRequest',
    'The list of parts was not in ascending order. Parts list must be specified in order by part number.',
  ),
  InvalidRange: fault('rangeNotSatisfiable', 'The requested range is not satisfiable.'),
  InvalidRequest: fault<Why>('badRequest', why),
  InvalidStorageClass: fault('badRequest', 'The storage class you specified is not valid.'),
  InvalidTag: fault<Why>('badRequest', why),
  KeyTooLongError: fault('badRequest', 'Your key is too long.'),
  MalformedXML: fault(
    'badRequest',
    'The XML you provided was not well-formed or did not validate against our published schema.',
  ),
  MetadataTooLarge: fault('badRequest', 'Your metadata headers exceed the maximum allowed metadata size.'),
  MethodNotAllowed: fault('methodNotAllowed', 'The specified method is not allowed against this resource.'),
  MissingContentLength: fault('lengthRequired', 'You must provide the Content-Length HTTP header.'),
  NoSuchBucket: fault('notFound', 'The specified bucket does not exist.'),
  NoSuchCORSConfiguration: fault('notFound', 'The CORS configuration does not exist.'),
  NoSuchKey: fault('notFound', 'The specified key does not exist.'),
  NoSuchLifecycleConfiguration: fault('notFound', 'The lifecycle configuration does not exist.'),
  NoSuchTagSet: fault('notFound', 'The TagSet does not exist.'),
  NoSuchUpload: fault(
    'notFound',
    'The specified upload does not exist. The upload ID might be invalid, or the upload might have been aborted or completed.',
  ),
  NoSuchVersion: fault(
    'notFound',
    'The version ID specified in the request does not match an existing version.',
  ),
  NotImplemented: fault(
    'notImplemented',
    'A header or query you provided implies functionality that is not implemented.',
  ),
  ObjectLockConfigurationNotFoundError: fault(
    'notFound',
    'Object Lock configuration does not exist for this bucket.',
  ),
  OperationAborted: fault(
    'conflict',
    'A conflicting conditional operation is currently in progress against this resource. Please try again.',
  ),
  PreconditionFailed: fault(
    'preconditionFailed',
    'At least one of the preconditions you specified did not hold.',
  ),
  QuotaExceeded: fault('forbidden', 'The quota set for the entity has been reached.'),
  RequestTimeTooSkewed: fault(
    'forbidden',
    'The difference between the request time and the current time is too large.',
  ),
  SignatureDoesNotMatch: fault(
    'forbidden',
    'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
  ),
  XAmzContentSHA256Mismatch: fault(
    'badRequest',
    "The provided 'x-amz-content-sha256' header does not match what was computed.",
  ),
  SlowDown: fault('unavailable', 'Please reduce your request rate.'),
})
