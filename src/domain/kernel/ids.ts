/** Id types. Every id is a UUID, version 7 where Corridor mints it (RFC 9562); `sub` is the identity provider's text. */
export type Uuid = string
export type Sub = string
