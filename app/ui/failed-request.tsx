import { createContext, useContext } from 'react'

/** The id of the request, while the server renders a page with a status of 500 or more. */
export const FailedRequest = createContext<string | undefined>(undefined)

// Read once, when the document is loaded: the browser does not have the context of the server.
const drawnId =
  typeof document === 'undefined'
    ? undefined
    : document.querySelector<HTMLElement>('[data-request-id]')?.dataset.requestId

/** Returns the id of the failed request that answered with this document; undefined if it did not fail. */
export const useFailedRequest = (): string | undefined => useContext(FailedRequest) ?? drawnId

/** Shows the id of a failed request, by which the log knows it. Shows nothing without an id. */
export const RequestLine = ({ id }: { id: string | undefined }) =>
  id !== undefined && (
    <p className="request-line" data-request-id={id}>
      Request <code>{id}</code>
    </p>
  )

/** Shows the id of the failed request that answered with this document. Shows nothing if it did not fail. */
export const FailedRequestLine = () => <RequestLine id={useFailedRequest()} />
