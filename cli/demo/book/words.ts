const words = (text: string): string[] => text.trim().split(/\s+/);

export const firstNames = words(`
  James Mary Robert Patricia John Jennifer Michael Linda David Elizabeth William Barbara Richard Susan Joseph Jessica
  Thomas Sarah Carlos Karen Daniel Lisa Matthew Nancy Anthony Betty Mark Sandra Paul Ashley Steven Kimberly Andrew Emily
  Kenneth Donna Joshua Michelle Kevin Carol Brian Amanda George Melissa Timothy Deborah Ronald Stephanie Edward Rebecca
  Jason Laura Jeffrey Helen Ryan Sharon Jacob Cynthia Gary Kathleen Nicholas Amy Eric Angela Jonathan Shirley Stephen
  Anna Larry Brenda Justin Pamela Scott Emma Brandon Nicole Benjamin Samantha Samuel Katherine Gregory Christine
  Alejandro Priya Wei Fatima Hiroshi Amara Diego Ingrid Omar Leila Mateo Aisha Yusuf Sofia Kenji Zainab Rafael Mei`);

export const lastNames = words(`
  Smith Johnson Williams Brown Jones Garcia Miller Davis Rodriguez Martinez Hernandez Lopez Gonzalez Wilson Anderson
  Thomas Taylor Moore Jackson Martin Lee Perez Thompson White Harris Sanchez Clark Ramirez Lewis Robinson Walker Young
  Allen King Wright Scott Torres Nguyen Hill Flores Green Adams Nelson Baker Hall Rivera Campbell Mitchell Carter Roberts
  Gomez Phillips Evans Turner Diaz Parker Cruz Edwards Collins Reyes Stewart Morris Morales Murphy Cook Rogers Gutierrez
  Ortiz Morgan Cooper Peterson Bailey Reed Kelly Howard Ramos Kim Cox Ward Richardson Watson Brooks Chavez Wood James
  Bennett Gray Mendoza Ruiz Hughes Price Alvarez Castillo Sanders Patel Myers Long Ross Foster Jimenez Powell Jenkins
  Okafor Lindqvist Nakamura Petrov Haddad Kowalski Schneider Rossi Dubois Andersson Novak Tanaka Mbeki Fernandes Ivanov
  Vandermeer Whitfield Ashcroft Pemberton Calloway Thornbury Hollingsworth Delacroix Santangelo Abernathy Fairbanks`);

export const brandFirst = words(`
  Blue Silver Golden Northern Southern Western Eastern Granite Harbor River Lake Summit Valley Prairie Canyon Cedar Maple
  Oak Pine Willow Birch Copper Iron Stone Crystal Sunset Sunrise Evergreen Pacific Atlantic Liberty Heritage Pioneer
  Frontier Keystone Cornerstone Landmark Beacon Anchor Compass Lantern Redwood Juniper Sequoia Magnolia Coastal Highland
  Meadow Orchard Garden Forest Mountain Island Bay Bridge Mill Station Union Central Grand Royal Crown Noble Premier Apex
  Vista Horizon Meridian Zenith Aurora Phoenix Falcon Eagle Hawk Heron Fox Bear Wolf Lion Bison Otter Cardinal Sparrow`);

export const brandSecond = words(`
  Ridge Creek Point Gate Hill Field Brook Crest Grove Hollow Bend Falls Springs Shore Cove Trail Path Square Corner Court
  Heights Park Place View Wind Star Light Stone Wood Water Fire Rock Leaf Root Branch Wing Feather Arrow Shield Wheel
  Hammer Forge Anvil Loom Quill Kettle Barrel Wagon Rail Tower Arch Pier Dock Harbor Mill`);

/** Words in the names of businesses, by the first two digits of their NAICS code. */
export const tradeWords: Readonly<Record<string, readonly string[]>> = {
  '23': ['Builders', 'Construction', 'Plumbing', 'Electric', 'Roofing', 'Contractors', 'Remodeling'],
  '31': ['Bakery', 'Foods', 'Provisions'],
  '32': ['Printing', 'Chemical', 'Plastics'],
  '33': ['Machine Works', 'Manufacturing', 'Metalworks'],
  '42': ['Wholesale', 'Trading', 'Supply'],
  '44': ['Hardware', 'Market', 'Furniture', 'Grocers'],
  '45': ['Outfitters', 'Gifts', 'Books', 'Florists'],
  '49': ['Storage', 'Warehousing', 'Logistics'],
  '51': ['Software', 'Media', 'Data'],
  '52': ['Financial', 'Capital', 'Insurance Services'],
  '53': ['Properties', 'Realty', 'Leasing'],
  '54': ['Consulting', 'Accounting', 'Architects', 'Law Group', 'Engineering', 'Design'],
  '56': ['Cleaning', 'Landscaping', 'Security', 'Staffing'],
  '61': ['Academy', 'Learning Center', 'Tutoring'],
  '62': ['Dental', 'Clinic', 'Home Care', 'Therapy'],
  '71': ['Fitness', 'Studio', 'Recreation'],
  '72': ['Kitchen', 'Grill', 'Cafe', 'Diner', 'Catering', 'Coffee'],
  '81': ['Auto Repair', 'Salon', 'Laundry', 'Barbers'],
};
export const otherTrades = ['Services', 'Enterprises', 'Partners', 'Group', 'Works'];

export const legalForms = ['LLC', 'LLC', 'LLC', 'Inc', 'Inc', 'Corp', 'Co', 'LP'];
export const streets = words(`
  Main Oak Maple Cedar Elm Washington Lincoln Jefferson Park Lake Hill Church Mill River Spring Ridge Walnut Chestnut
  Franklin Madison Jackson Highland Sunset Railroad Harbor Market Union Center College Prospect`);
export const streetKinds = ['Street', 'Street', 'Avenue', 'Avenue', 'Road', 'Boulevard', 'Drive', 'Lane'];

/** By state: area codes, and cities with the first three digits of their ZIP codes. */
const gazetteer = `
  AZ 602/480/520/928: Phoenix 850, Tucson 857, Mesa 852, Flagstaff 860
  CA 213/619/559/510/916: Los Angeles 900, San Diego 921, Fresno 937, Oakland 946, Sacramento 958
  CO 303/720/719/970: Denver 802, Boulder 803, Pueblo 810, Fort Collins 805
  FL 305/813/407/904/239: Miami 331, Tampa 336, Orlando 328, Jacksonville 322, Naples 341
  GA 404/912/478/706: Atlanta 303, Savannah 314, Macon 312, Athens 306
  IL 312/309/815/217: Chicago 606, Peoria 616, Rockford 611, Springfield 627
  KY 502/859/270: Louisville 402, Lexington 405, Paducah 420
  MA 617/508/413/978: Boston 021, Worcester 016, Springfield 011, Salem 019
  NC 704/919/828/910: Charlotte 282, Raleigh 276, Asheville 288, Wilmington 284
  NJ 973/609/856/201: Newark 071, Trenton 086, Camden 081, Hoboken 070
  NY 212/718/716/518/315: New York 100, Brooklyn 112, Buffalo 142, Albany 122, Syracuse 132
  OH 614/216/513/937: Columbus 432, Cleveland 441, Cincinnati 452, Dayton 454
  PA 215/412/570/814: Philadelphia 191, Pittsburgh 152, Scranton 185, Erie 165
  TX 713/214/512/210/915: Houston 770, Dallas 752, Austin 787, San Antonio 782, El Paso 799
  WA 206/509/253/360: Seattle 981, Spokane 992, Tacoma 984, Olympia 985`;

export interface Place {
  areaCodes: readonly string[];
  /** With the first three digits of a ZIP code. */
  cities: readonly (readonly [name: string, zip: string])[];
}

export const places: ReadonlyMap<string, Place> = new Map(
  gazetteer
    .trim()
    .split('\n')
    .map((line) => {
      const [head = '', cities = ''] = line.trim().split(': ');
      const [state = '', codes = ''] = head.split(' ');
      const towns = cities.split(', ').map((town) => [town.slice(0, -4), town.slice(-3)] as const);
      return [state, { areaCodes: codes.split('/'), cities: towns }];
    }),
);
