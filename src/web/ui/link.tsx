import { createContext, type ReactNode, type Ref, useContext } from 'react'

/** What the kit asks of a link: the props of an anchor that navigation and styling need. */
export interface LinkProps {
  href: string
  children?: ReactNode
  className?: string | undefined
  id?: string | undefined
  title?: string | undefined
  target?: string | undefined
  rel?: string | undefined
  download?: string | boolean | undefined
  ref?: Ref<HTMLAnchorElement> | undefined
  onClick?: ((event: React.MouseEvent<HTMLAnchorElement>) => void) | undefined
  'aria-current'?: 'page' | 'step' | undefined
  'aria-label'?: string | undefined
}

/** A component that renders a link; the router supplies its own so that pages change without a reload. */
export type LinkComponent = (props: LinkProps) => ReactNode

function Anchor(props: LinkProps) {
  return <a {...props} />
}

const LinkContext = createContext<LinkComponent>(Anchor)

/** Makes every link of the kit below it go through the given component. */
export function LinkProvider({
  component,
  children,
}: {
  component: LinkComponent
  children: ReactNode
}) {
  return <LinkContext value={component}>{children}</LinkContext>
}

/** A link inside the product; a plain anchor where no router is around. */
export function Link(props: LinkProps) {
  const Component = useContext(LinkContext)
  return <Component {...props} />
}
