// The reference without fonts, tools or services of anybody else.
Scalar.createApiReference('#app', {
  url: '/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  showDeveloperTools: 'never',
  hideClientButton: true,
  mcp: { disabled: true },
  agent: { disabled: true },
  defaultOpenAllTags: true,
  customCss:
    '.markdown td, .markdown th, .markdown td code, .markdown th code { overflow-wrap: normal; word-break: normal }',
})
