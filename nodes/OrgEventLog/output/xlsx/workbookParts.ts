import { toXmlText } from './cellText';
import { XML_HEAD, XML_NAMESPACE } from './styles';

export interface SheetPart {
	readonly name: string;
	/** The number in the name of the sheet's file. */
	readonly file: number;
}

const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE_NAMESPACE = 'http://schemas.openxmlformats.org/package/2006';
const CONTENT_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** `_rels/.rels` says where the workbook is. */
export const ROOT_RELATIONSHIPS_XML = toRelationships([['officeDocument', 'xl/workbook.xml']]);

/** Gives the files that list the sheets, by their paths. @param sheets in the order of their tabs */
export function toWorkbookParts(
	sheets: readonly SheetPart[],
): ReadonlyArray<readonly [path: string, xml: string]> {
	const targets = sheets.map(({ file }) => ['worksheet', `worksheets/sheet${file}.xml`] as const);
	return [
		['xl/workbook.xml', toWorkbook(sheets)],
		['xl/_rels/workbook.xml.rels', toRelationships([...targets, ['styles', 'styles.xml']])],
		['[Content_Types].xml', toContentTypes(sheets)],
	];
}

function toWorkbook(sheets: readonly SheetPart[]): string {
	const entries = sheets.map(({ name }, at) => {
		return `<sheet name="${toXmlText(name)}" sheetId="${at + 1}" r:id="${idOf(at)}"/>`;
	});
	return `${XML_HEAD}<workbook xmlns="${XML_NAMESPACE}" xmlns:r="${RELATIONSHIPS}">\
<bookViews><workbookView activeTab="0"/></bookViews><sheets>${entries.join('')}</sheets></workbook>`;
}

function toRelationships(targets: ReadonlyArray<readonly [type: string, target: string]>): string {
	const entries = targets.map(([type, target], at) => {
		return `<Relationship Id="${idOf(at)}" Type="${RELATIONSHIPS}/${type}" Target="${target}"/>`;
	});
	return `${XML_HEAD}<Relationships xmlns="${PACKAGE_NAMESPACE}/relationships">${entries.join('')}</Relationships>`;
}

function idOf(index: number): string {
	return `rId${index + 1}`;
}

function toContentTypes(sheets: readonly SheetPart[]): string {
	const parts = [
		['/xl/workbook.xml', 'sheet.main'],
		...sheets.map(({ file }) => [`/xl/worksheets/sheet${file}.xml`, 'worksheet']),
		['/xl/styles.xml', 'styles'],
	];
	const entries = parts.map(([path, type]) => {
		return `<Override PartName="${path}" ContentType="${CONTENT_TYPE}.${type}+xml"/>`;
	});
	return `${XML_HEAD}<Types xmlns="${PACKAGE_NAMESPACE}/content-types">\
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>\
<Default Extension="xml" ContentType="application/xml"/>${entries.join('')}</Types>`;
}
