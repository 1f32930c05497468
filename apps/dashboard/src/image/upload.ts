import { remoteFault } from '@nimbo/operation/client/remote-fault'

const refusalOf = (request: XMLHttpRequest): Error => {
  const requestId = request.getResponseHeader('x-openstack-request-id')
  return remoteFault({
    ...{ service: 'image', status: request.status, text: request.responseText },
    headers: requestId === null ? {} : { 'x-openstack-request-id': requestId },
  })
}

/** Uploads an image's data. Uses XMLHttpRequest, because `fetch` reports no upload progress; the file is not read into memory. */
export const uploadBytes = (
  imageId: string,
  file: File,
  told: (sent: number) => void,
  signal: AbortSignal,
): Promise<void> =>
  new Promise((done, failed) => {
    const request = new XMLHttpRequest()
    request.open('PUT', `/dashboard/api/proxy/image/v2/images/${imageId}/file`)
    request.setRequestHeader('content-type', 'application/octet-stream')
    // Without it the service describes errors in HTML.
    request.setRequestHeader('accept', 'application/json')
    request.upload.onprogress = ({ loaded }) => told(loaded)
    request.onload = () => (request.status < 400 ? done() : failed(refusalOf(request)))
    request.onerror = () => failed(new Error('the connection broke'))
    request.onabort = () => failed(new Error('given up'))
    signal.addEventListener('abort', () => request.abort())
    request.send(file)
  })
