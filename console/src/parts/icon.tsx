/** Paths in a square of 20, drawn with a stroke. */
const paths = {
  queue: 'M3 5h14M3 10h14M3 15h8',
  sell: 'M3 6h2l2 8h8l2-6H6M8 17h.01M14 17h.01',
  quotes: 'M5 3h7l3 3v11H5zM8 9h5M8 12h5',
  policies: 'M10 3l6 2v5c0 4-3 6-6 7-3-1-6-3-6-7V5zM7.5 10l2 2 3-4',
  clients: 'M10 10a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM4 17c0-3 3-5 6-5s6 2 6 5',
  products: 'M3 6l7-3 7 3v8l-7 3-7-3zM3 6l7 3 7-3M10 9v8',
  events: 'M11 3l-6 8h4l-1 6 7-9h-5z',
  admin:
    'M10 12.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM10 3v2M10 15v2M3 10h2M15 10h2M5 5l1.5 1.5M13.5 13.5L15 15M15 5l-1.5 1.5M6.5 13.5L5 15',
  figures: 'M4 17V9M8 17V4M12 17v-6M16 17V7',
  assistants: 'M4 8h12v8H4zM10 8V4M8 4h4M8 11.5v1M12 11.5v1M2 11v3M18 11v3',
  jobs: 'M3 5h2M8 5h9M3 10h2M8 10h9M3 15h2M8 15h5',
  holds: 'M7 3h6l4 4v6l-4 4H7l-4-4V7zM10 6v5M10 14h.01',
  tasks: 'M4 4h12v12H4zM7 10l2 2 4-5',
  mail: 'M3 5h14v10H3zM3 6l7 5 7-5',
  clocks: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM10 6v4l3 2',
  calendar: 'M4 5h12v11H4zM4 8.5h12M7 3v3M13 3v3',
  check: 'M4 10.5l4 4 8-9',
  bell: 'M6 14V9a4 4 0 0 1 8 0v5l1.5 1.5h-11zM8.5 17.5h3',
  home: 'M3 10l7-6 7 6M5 9v8h10V9M8.5 17v-5h3v5',
  note: 'M4 4h12v8l-4 4H4zM7 8h6M7 11h3',
  document: 'M5 3h7l3 3v11H5zM12 3v3h3',
  money: 'M3 6h14v8H3zM10 12a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  menu: 'M3 5h14M3 10h14M3 15h14',
  search: 'M9 15A6 6 0 1 0 9 3a6 6 0 0 0 0 12zM13.5 13.5L17 17',
  close: 'M5 5l10 10M15 5L5 15',
  more: 'M5 10h.01M10 10h.01M15 10h.01',
  unfold: 'M6 8l4-4 4 4M6 12l4 4 4-4',
} as const;

export type IconName = keyof typeof paths;

/** A picture beside a text that says the same. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
      <path
        d={paths[name]}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
