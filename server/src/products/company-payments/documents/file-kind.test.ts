import { expect, test } from 'vitest'
import { invoices } from '../../../../test/kit/invoices.ts'
import { extensionOf, kindOf } from './file-kind.ts'

const kind = (content: string | Buffer) => kindOf(Buffer.from(content))?.contentType ?? null

test.each([
  ['pdf', 'application/pdf'],
  ['png', 'image/png'],
  ['jpeg', 'image/jpeg'],
  ['xml', 'application/xml'],
] as const)('a %s file is recognised by its first bytes', (name, contentType) => {
  expect(kind(invoices[name])).toBe(contentType)
})

test.each([
  ['without a declaration', '<nfe/>'],
  ['with a byte order mark', '\ufeff<?xml version="1.0"?><nfe/>'],
  ['in Latin 1', Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><nota descri\xe7\xe3o="x"/>', 'latin1')],
  [
    'with comments and instructions',
    '<?xml version="1.0"?>\n<!-- a --><?style x?>\n<!-- <!DOCTYPE no> --> <nfe>x</nfe>',
  ],
  ['with a root that only begins like a web page', '<htmlNota/>'],
  ['with a namespace', '<ns:nfe xmlns:ns="http://example.com"/>'],
])('XML %s is XML', (_title, content) => {
  expect(kind(content)).toBe('application/xml')
})

test.each([
  ['nothing', ''],
  ['text', 'Dear customer'],
  ['HTML with a doctype', '<!DOCTYPE html><html></html>'],
  ['XML with a doctype', '<?xml version="1.0"?><!DOCTYPE nfe [<!ENTITY x SYSTEM "file:///etc/passwd">]><nfe>&x;</nfe>'],
  ['XML with a doctype behind comments', '<?xml version="1.0"?><!-- a --> <!doctype nfe><nfe/>'],
  [
    'a web page that is well-formed',
    '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><script/></html>',
  ],
  ['a web page behind a comment', '<!-- nfe --><HTML><body/></HTML>'],
  ['a drawing', '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'],
  ['a drawing with a prefix', '<?xml version="1.0"?>\n<s:svg xmlns:s="http://www.w3.org/2000/svg"/>'],
  ['a declaration alone', '<?xml version="1.0"?>'],
  ['a second declaration', '<?xml version="1.0"?><?XML version="1.0"?><nfe/>'],
  ['a declaration that does not come first', ' <?xml version="1.0"?><nfe/>'],
  ['a comment that does not end', '<!-- <nfe/>'],
  ['an instruction that does not end', '<?style <nfe/>'],
  ['text before the element', '<?xml version="1.0"?>x<nfe/>'],
  ['XML in UTF-16', Buffer.from('<?xml version="1.0"?><nfe/>', 'utf16le')],
  ['a PDF behind something else', ` ${invoices.pdf.toString()}`],
  ['the name of a PDF', '%PDF-x'],
  ['half a PNG signature', invoices.png.subarray(0, 6)],
  ['a PNG signature alone', invoices.png.subarray(0, 8)],
  ['a GIF', 'GIF89a'],
  ['a ZIP', 'PK\x03\x04'],
  ['a program', '\x7fELF'],
])('%s is no invoice', (_title, content) => {
  expect(kind(content)).toBeNull()
})

test('a hostile beginning is gone through once: twice as long takes twice the time, or this would not end', () => {
  for (const hostile of ['<!-- --> ', '<!--', '<? ?>', ' ', '<?xml ']) expect(kind(hostile.repeat(500_000))).toBeNull()
})

test.each([
  ['invoice.pdf', 'pdf'],
  ['Nota Fiscal.PDF', 'pdf'],
  ['archive.tar.gz', 'gz'],
  ['invoice', ''],
  ['.pdf', 'pdf'],
  ['invoice.', ''],
  ['invoice.p d f', ''],
])('the extension of %s is "%s"', (name, extension) => {
  expect(extensionOf(name)).toBe(extension)
})
