/** Two rails and their sleepers. */
export function Logo({ size = 26 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="#0b6b4c" />
      <path
        d="M11 7 8 25M21 7l3 18M10.2 12h11.6M9.4 17h13.2M8.6 22h14.8"
        stroke="#fff"
        strokeWidth="2.2"
        strokeLinecap="round"
        fill="none"
      />
    </svg>
  )
}
