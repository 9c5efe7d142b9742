import { SaxesParser } from 'saxes'
import { UnreadableSheet } from './sheet.ts'

export type Attributes = Readonly<Record<string, string>>

type Handlers = {
  /** By its name without prefix: writers choose different ones. */
  open: (name: string, attributes: Attributes) => void
  text?: (text: string) => void
  close?: (name: string) => void
}

/** Reads a part of an Excel file. Only the five entities of XML are expanded, so that a part cannot grow. */
export function readXml(xml: string, { open, text, close }: Handlers): void {
  const parser = new SaxesParser({ fragment: true, position: false })
  parser.on('error', () => {
    throw new UnreadableSheet()
  })
  parser.on('opentag', tag => open(withoutPrefix(tag.name), tag.attributes as Attributes))
  if (text !== undefined) parser.on('text', text)
  if (close !== undefined) parser.on('closetag', tag => close(withoutPrefix(tag.name)))
  parser.write(xml.replace(/^\uFEFF?\s*<\?xml[^>]*\?>/, '')).close()
}

const withoutPrefix = (name: string): string => name.slice(name.indexOf(':') + 1)
