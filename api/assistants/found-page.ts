import type { Found } from '../../domain/assistants/found.js';

/** A page of a list, as far as it is told. */
export interface Page<One> {
  content: One[];
  totalElements: number;
  totalIsExact?: boolean;
}

export const foundOn = <One>({ content, totalElements, totalIsExact }: Page<One>): Found<One> => ({
  list: content,
  total: totalElements,
  ...(totalIsExact !== undefined && { totalIsExact }),
});
