import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'

type Native = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof ButtonProps | keyof AnchorProps> & {
  ref?: Ref<HTMLAnchorElement>
}

/** A link within the portal, in the text: `<TextLink to="/m/$merchantId/keys" params={{ merchantId }}>`. */
export const TextLink = createLink((props: AnchorProps & Native) => <Anchor {...props} />)

/** A link within the portal that looks like a button. */
export const LinkButton = createLink((props: ButtonProps & Native) => <Button component="a" {...props} />)
