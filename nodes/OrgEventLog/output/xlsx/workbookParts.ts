import { keysOf } from '../../json/jsonValues';

export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
export const SPREADSHEET_NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

const OFFICE_NAMESPACE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE_NAMESPACE = 'http://schemas.openxmlformats.org/package/2006';
const CONTENT_TYPE_PREFIX = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** `_rels/.rels` says where the workbook is. */
export const ROOT_RELATIONSHIPS_XML = toRelationshipsXml([['officeDocument', 'xl/workbook.xml']]);

/** Gives the parts that list the sheets. @param sheetNames without characters that XML has to escape */
export function toWorkbookParts(
	sheetNames: readonly string[],
): ReadonlyArray<readonly [path: string, xml: string]> {
	const files = sheetNames.map((_, index) => `worksheets/sheet${index + 1}.xml`);
	const sheets = files.map((file) => ['worksheet', file] as const);
	return [
		['xl/workbook.xml', toWorkbookXml(sheetNames)],
		['xl/_rels/workbook.xml.rels', toRelationshipsXml([...sheets, ['styles', 'styles.xml']])],
		['[Content_Types].xml', toContentTypesXml(files)],
	];
}

function toWorkbookXml(sheetNames: readonly string[]): string {
	const entries = sheetNames.map((name, index) => {
		return `<sheet name="${name}" sheetId="${index + 1}" r:id="${relationshipIdOf(index)}"/>`;
	});
	return `${XML_DECLARATION}<workbook xmlns="${SPREADSHEET_NAMESPACE}" xmlns:r="${OFFICE_NAMESPACE}">\
<bookViews><workbookView activeTab="0"/></bookViews><sheets>${entries.join('')}</sheets></workbook>`;
}

function toRelationshipsXml(files: ReadonlyArray<readonly [type: string, file: string]>): string {
	const entries = files.map(([type, file], index) => {
		return `<Relationship Id="${relationshipIdOf(index)}" Type="${OFFICE_NAMESPACE}/${type}" Target="${file}"/>`;
	});
	return `${XML_DECLARATION}<Relationships xmlns="${PACKAGE_NAMESPACE}/relationships">${entries.join('')}</Relationships>`;
}

function relationshipIdOf(index: number): string {
	return `rId${index + 1}`;
}

function toContentTypesXml(sheetFiles: readonly string[]): string {
	const parts = [
		['workbook.xml', 'sheet.main'],
		...sheetFiles.map((file) => [file, 'worksheet']),
		['styles.xml', 'styles'],
	];
	const entries = parts.map(([file, type]) => {
		return `<Override PartName="/xl/${file}" ContentType="${CONTENT_TYPE_PREFIX}.${type}+xml"/>`;
	});
	return `${XML_DECLARATION}<Types xmlns="${PACKAGE_NAMESPACE}/content-types">\
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>\
<Default Extension="xml" ContentType="application/xml"/>${entries.join('')}</Types>`;
}

/** In this built-in format, digits stay text even after somebody edits them. */
const TEXT_FORMAT_ID = 49;
/** Ids below this one belong to built-in formats. */
const TIME_FORMAT_ID = 164;

const WRAPPED_ALIGNMENT = '<alignment vertical="top" wrapText="1"/>';

/** Spreadsheets use the first style for every cell that has none of its own. */
const STYLES = {
	normal: toStyleXml(0),
	text: toStyleXml(TEXT_FORMAT_ID),
	time: toStyleXml(TIME_FORMAT_ID),
	header: toStyleXml(TEXT_FORMAT_ID, { font: 1, fill: 2 }),
	label: toStyleXml(TEXT_FORMAT_ID, { font: 1, alignment: WRAPPED_ALIGNMENT }),
	wrappedText: toStyleXml(TEXT_FORMAT_ID, { alignment: WRAPPED_ALIGNMENT }),
};
export type StyleName = keyof typeof STYLES;
const STYLE_NAMES = keysOf(STYLES);

export function styleIndexOf(style: StyleName): number {
	return STYLE_NAMES.indexOf(style);
}

const FONT = '<sz val="11"/><name val="Calibri"/><family val="2"/>';

/** `xl/styles.xml` says how cells look. Spreadsheets expect the same first two fills in every workbook. */
export const STYLES_XML = `${XML_DECLARATION}<styleSheet xmlns="${SPREADSHEET_NAMESPACE}">\
<numFmts count="1"><numFmt numFmtId="${TIME_FORMAT_ID}" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>\
<fonts count="2"><font>${FONT}</font><font><b/>${FONT}</font></fonts>\
<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>\
<fill><patternFill patternType="solid"><fgColor rgb="FFE7E9ED"/><bgColor indexed="64"/></patternFill></fill></fills>\
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>\
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>\
<cellXfs count="${STYLE_NAMES.length}">${Object.values(STYLES).join('')}</cellXfs>\
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

function toStyleXml(formatId: number, { font = 0, fill = 0, alignment = '' } = {}): string {
	const attributes = `numFmtId="${formatId}" fontId="${font}" fillId="${fill}" borderId="0" xfId="0"`;
	return `<xf ${attributes} applyNumberFormat="1" applyFont="1" applyFill="1" applyAlignment="1">${alignment}</xf>`;
}
